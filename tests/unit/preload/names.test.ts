import { expect, it } from 'vitest';
import { eventNames as agreedEvents } from '#shared/contract/events.ts';
import { channels } from '#shared/contract/index.ts';
import { channelNames, eventNames } from '../../../preload/names.ts';

it('lets exactly the contract’s channels and events through the preload', () => {
  expect(Object.keys(channelNames).toSorted()).toEqual([...channels].toSorted());
  expect(Object.keys(eventNames).toSorted()).toEqual([...agreedEvents].toSorted());
});
