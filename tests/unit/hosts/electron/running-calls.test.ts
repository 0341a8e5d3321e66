import { expect, it } from 'vitest';
import {
  isFromOwnPage,
  isOwnAddress,
  isOwnBlob,
  pageAddress,
} from '#main/hosts/electron/own-page.ts';
import { createRunningCalls } from '#main/hosts/electron/running-calls.ts';

it('cancels one call of one page, or all of a page that has gone', () => {
  const calls = createRunningCalls();
  const first = calls.begin(1, 'call-1');
  const second = calls.begin(1, 'call-2');
  const unnamed = calls.begin(1, null);
  const other = calls.begin(2, 'call-1');
  calls.cancel(1, 'call-1');
  const aborted = () => [first, second, unnamed, other].map(({ signal }) => signal.aborted);
  expect(aborted()).toEqual([true, false, false, false]);
  second.end();
  calls.cancel(1, 'call-2');
  expect(aborted()).toEqual([true, false, false, false]);
  calls.cancelAll(1);
  expect(aborted()).toEqual([true, false, true, false]);
});

it('does not let the end of an old call forget a new one of the same name', () => {
  const calls = createRunningCalls();
  const old = calls.begin(1, 'call-1');
  calls.cancelAll(1);
  const fresh = calls.begin(1, 'call-1');
  old.end();
  calls.cancel(1, 'call-1');
  expect(fresh.signal.aborted).toBe(true);
});

it('knows its own page and no other', () => {
  expect(isOwnAddress('app://fabula/index.html?x#y', pageAddress)).toBe(true);
  for (const address of [
    'app://fabula.evil/',
    'app://evil/',
    'apps://fabula/',
    'app://user@fabula/',
    'https://fabula/',
    'data:text/html,app://fabula/',
    'about:blank',
    '',
  ]) {
    expect([address, isOwnAddress(address, pageAddress)]).toEqual([address, false]);
  }
  const event = (frame: object | null) =>
    ({ senderFrame: frame }) as Parameters<typeof isFromOwnPage>[0];
  expect(isFromOwnPage(event({ parent: null, url: pageAddress }), pageAddress)).toBe(true);
  expect(isFromOwnPage(event({ parent: {}, url: pageAddress }), pageAddress)).toBe(false);
  expect(isFromOwnPage(event(null), pageAddress)).toBe(false);
});

it('only files of the own page are downloaded', () => {
  expect(isOwnBlob('blob:app://fabula/6d0e', pageAddress)).toBe(true);
  for (const address of [
    'app://fabula/index.html',
    'https://example.org/x.md',
    'blob:https://example.org/6d0e',
    'blob:null/6d0e',
    'data:text/plain,x',
  ]) {
    expect([address, isOwnBlob(address, pageAddress)]).toEqual([address, false]);
  }
});
