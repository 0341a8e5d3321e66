/** Sends events to the pages that listen. */
import type { ServerResponse } from 'node:http';
import type { EventBus } from '#main/events.ts';
import { closedPolicy, protectiveHeaders } from '../node/page-headers.ts';

/** Bytes that may wait for one listener; a slower one is dropped and comes back by itself. */
export const backlogLimit = 1024 * 1024;

const heartbeatMs = 15_000;

export type EventStreams = {
  /** Turns an authorised request's answer into a stream of events. */
  add(response: ServerResponse): void;
  /** Ends all streams and listens no more. */
  close(): void;
};

/**
 * Server-sent events for any number of listeners. What a listener missed is not sent again: after a
 * reconnection the interface asks anew.
 * @param onDropped told each time a listener was too slow
 */
export const createEventStreams = (events: EventBus, onDropped: () => void): EventStreams => {
  const listeners = new Set<ServerResponse>();

  const write = (text: string): void => {
    for (const listener of listeners) {
      listener.write(text);
      if (listener.writableLength > backlogLimit) {
        listeners.delete(listener);
        listener.destroy();
        onDropped();
      }
    }
  };

  const unsubscribe = events.on((name, payload) => {
    write(`event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`);
  });
  // Keeps the connection through idle limits and finds listeners that vanished without a word.
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
  heartbeat.unref();

  return {
    add(response) {
      response.writeHead(200, {
        ...protectiveHeaders,
        'Content-Security-Policy': closedPolicy,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.write('retry: 1000\n\n');
      response.once('close', () => listeners.delete(response));
      listeners.add(response);
    },
    close() {
      unsubscribe();
      clearInterval(heartbeat);
      for (const listener of listeners) listener.end();
      listeners.clear();
    },
  };
};
