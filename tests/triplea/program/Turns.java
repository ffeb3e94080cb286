import games.strategy.engine.data.GameData;
import games.strategy.engine.data.GameParser;
import games.strategy.engine.data.PlayerID;
import games.strategy.engine.framework.ServerGame;
import games.strategy.engine.gamePlayer.IGamePlayer;
import games.strategy.engine.random.IRandomSource;
import games.strategy.net.HeadlessServerMessenger;
import games.strategy.net.Messengers;
import games.strategy.sound.HeadlessSoundChannel;
import games.strategy.triplea.ai.fastAI.FastAI;
import games.strategy.triplea.ai.proAI.ProAI;
import games.strategy.triplea.ai.weakAI.WeakAI;
import games.strategy.triplea.delegate.EditDelegate;
import games.strategy.triplea.settings.ClientSetting;
import games.strategy.triplea.ui.HeadlessUIContext;
import games.strategy.triplea.ui.display.HeadlessDisplay;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Opens game files and plays single turns of them, without a screen, until its input ends: a line for each, with tabs between the words.
 *
 *   open XML                            the state when the first player's first step begins
 *   turn XML SAVE PLAYER LEVEL SEED     plays the turn of PLAYER, who is first in the file; saves; the state when it is over
 *
 * An answer is a line that begins with "= " (the state as JSON, as Oracle tells it) or "! " (what went wrong). LEVEL: weak, fast, pro.
 */
public final class Turns {
  private static final class Over extends RuntimeException {}

  private static final class Dice implements IRandomSource {
    private final Random random;

    Dice(final long seed) {
      random = new Random(seed);
    }

    @Override
    public synchronized int getRandom(final int max, final String what) {
      return random.nextInt(max);
    }

    @Override
    public synchronized int[] getRandom(final int max, final int count, final String what) {
      final int[] rolled = new int[count];
      for (int i = 0; i < count; i++) {
        rolled[i] = random.nextInt(max);
      }
      return rolled;
    }
  }

  public static void main(final String[] words) throws Exception {
    System.setProperty("triplea.headless", "true");
    ClientSetting.AI_PAUSE_DURATION.save("0");
    ClientSetting.AI_PAUSE_DURATION.flush();
    final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String answer;
      try {
        final String[] told = line.split("\t");
        final boolean open = told[0].equals("open");
        final GameData data = parsed(told[1]);
        answer = open ? play(data, null, "", "weak", 1) : play(data, new File(told[2]), told[3], told[4], Long.parseLong(told[5]));
      } catch (final Throwable error) {
        error.printStackTrace();
        answer = "! " + String.valueOf(error).replace('\n', ' ');
      }
      System.out.println(answer);
      System.out.flush();
    }
    Runtime.getRuntime().halt(0);
  }

  private static GameData parsed(final String xml) throws Exception {
    try (InputStream in = new BufferedInputStream(new FileInputStream(xml))) {
      return new GameParser(xml).parse(in, new AtomicReference<>(), false);
    }
  }

  private static IGamePlayer player(final String name, final String level) {
    switch (level) {
      case "weak": return new WeakAI(name, "Easy (AI)");
      case "fast": return new FastAI(name, "Fast (AI)");
      case "pro": return new ProAI(name, "Hard (AI)");
      default: throw new IllegalArgumentException("level " + level + "; expected weak, fast or pro");
    }
  }

  /** Plays until the step of somebody else than `player` begins (nobody's steps before the first of a player do not count). */
  private static String play(final GameData data, final File save, final String player, final String level, final long seed) {
    final Set<IGamePlayer> players = new LinkedHashSet<>();
    for (final PlayerID one : data.getPlayerList().getPlayers()) {
      players.add(player(one.getName(), level));
    }
    final ServerGame game = new ServerGame(data, players, new HashMap<>(), new Messengers(new HeadlessServerMessenger()));
    game.setRandomSource(new Dice(seed));
    if (data.getDelegateList().getDelegate("edit") == null) {
      final EditDelegate edit = new EditDelegate();
      edit.initialize("edit", "edit");
      data.getDelegateList().addDelegate(edit);
      game.addDelegateMessenger(edit);
    }
    new HeadlessUIContext().setDefaultMapDir(data);
    game.addDisplay(new HeadlessDisplay());
    game.addSoundChannel(new HeadlessSoundChannel());
    final String[] told = {"! the game ended before the turn did"};
    final boolean[] begun = {false};
    game.addGameStepListener((step, delegate, who, round, display) -> {
      final String acts = who == null ? "" : who.getName();
      if (acts.equals(player) || (acts.isEmpty() && !begun[0])) {
        begun[0] = begun[0] || acts.equals(player) && !acts.isEmpty();
        return;
      }
      if (!begun[0] && !player.isEmpty()) {
        told[0] = "! the turn of " + acts + " comes first, not that of " + player;
      } else {
        if (save != null) {
          game.saveGame(save);
        }
        final Map<String, Object> state = Oracle.state(data);
        told[0] = "= " + Oracle.js(state);
      }
      throw new Over();
    });
    try {
      game.startGame();
    } catch (final Over over) {
      // the turn is over
    }
    for (final IGamePlayer one : players) {
      one.stopGame();
    }
    ProAI.gameOverClearCache();
    return told[0];
  }
}
