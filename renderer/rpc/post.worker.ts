/** Posts calls beside the page: to send a chapter takes milliseconds of a thread, and on the page's own typing would wait. */
import type { FromWorker, Post, ToWorker } from './post-messages.ts';

const underWay = new Map<number, AbortController>();

const answer = (reply: FromWorker): void => postMessage(reply);

const post = async ({ id, path, headers, input }: Post): Promise<void> => {
  const abort = new AbortController();
  underWay.set(id, abort);
  try {
    const body = JSON.stringify(input);
    const response = await fetch(path, { method: 'POST', headers, body, signal: abort.signal });
    answer({ id, text: await response.text() });
  } catch (error) {
    answer({ id, failure: String(error) });
  } finally {
    underWay.delete(id);
  }
};

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.path === null) underWay.get(data.id)?.abort();
  else void post(data);
});
