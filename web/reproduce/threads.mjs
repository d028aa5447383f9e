// An executor of cells in worker threads: a thread gets a cell, loads its set itself, and gives back the row.
import { Worker } from 'node:worker_threads';

/** Starts `width` threads with the first cell; `data` is the folder with the files of real sets, or undefined. */
export function threadExecutor(width, data) {
  const script = new URL('thread.mjs', import.meta.url);
  const idle = [];
  const open = () => {
    while (idle.length < width) idle.push(new Worker(script, { workerData: { data } }));
  };
  return {
    async execute(cells, receive) {
      const given = cells[Symbol.iterator]();
      open();
      const threads = idle.splice(0);
      try {
        await Promise.all(threads.map((thread) => serve(thread, given, receive)));
        idle.push(...threads);
      } catch (error) {
        await Promise.all(threads.map((thread) => thread.terminate()));
        throw error;
      }
    },
    close: () => Promise.all(idle.splice(0).map((thread) => thread.terminate())),
  };
}

/** Gives a thread one cell after the other. */
function serve(thread, given, receive) {
  return new Promise((resolve, reject) => {
    let task;
    const next = () => {
      const { done, value } = given.next();
      if (done) return end(resolve);
      task = value;
      thread.postMessage(task);
    };
    const onMessage = ({ row, error }) => {
      if (error !== undefined) return end(() => reject(error));
      try {
        receive(task, row);
        next();
      } catch (thrown) {
        end(() => reject(thrown));
      }
    };
    const onError = (error) => end(() => reject(error));
    const onExit = (code) => end(() => reject(new Error(`a thread ended with exit code ${code}`)));
    const end = (settle) => {
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    next();
  });
}
