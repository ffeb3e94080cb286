// Reads Parquet files of the site in a worker, and hands them back as streams of Arrow.
import start, { readParquet } from "./parquet_wasm.js";

const ready = start();

addEventListener("message", async ({ data: file }) => {
  try {
    await ready;
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`${file} cannot be fetched (status ${answer.status})`);
    const stream = readParquet(new Uint8Array(await answer.arrayBuffer())).intoIPCStream();
    postMessage({ file, stream }, [stream.buffer]);
  } catch (error) {
    postMessage({ file, wrong: error.message ?? String(error) });
  }
});
