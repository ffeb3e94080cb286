"""What Windows lacks, by name."""

from __future__ import annotations

MODULES = {"fcntl", "resource", "grp", "pwd", "termios", "tty", "pty", "syslog"}
SIGNALS = (
    "SIGPROF", "SIGALRM", "SIGVTALRM", "SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "setitimer", "getitimer", "alarm", "pause",
    "ITIMER_PROF", "ITIMER_REAL", "pthread_sigmask", "pthread_kill", "sigwait",
)  # fmt: skip
FUNCTIONS = (
    "O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "sched_getaffinity", "killpg", "setsid", "fchmod",
    "fchown", "chown", "mkfifo", "getloadavg", "statvfs", "pread", "fork", "forkpty",
)  # fmt: skip
