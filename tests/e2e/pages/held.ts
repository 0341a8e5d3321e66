import type { Page, Route } from 'playwright-core';
import type { Channel } from '#shared/contract/index.ts';
import { drawn } from './settled.ts';

const signal = () => {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
};

const hold = async (
  page: Page,
  channel: Channel,
  pass: (route: Route, given: Promise<void>, asked: () => void) => Promise<void>,
): Promise<{ asked: Promise<void>; give(): void }> => {
  const answer = signal();
  const question = signal();
  let isHeld = false;
  // It stays: with the last route that goes, whatever others hold goes on its way.
  await page.route(
    (url) => decodeURIComponent(url.pathname) === `/rpc/${channel}`,
    (route) => {
      if (isHeld) return route.fallback();
      isHeld = true;
      return pass(route, answer.given, question.give);
    },
  );
  return { asked: question.given, give: answer.give };
};

/** Holds the next call of this channel that the page makes, until it is given its way. */
export const held = (page: Page, channel: Channel) =>
  hold(page, channel, async (route, given, asked) => {
    asked();
    await given;
    await route.continue();
  });

/**
 * Holds the answer to the next call of this channel, which the program has given when `asked` resolves: it is what was so then.
 * `give` resolves when the page has drawn what it makes of it.
 */
export async function heldAnswer(
  page: Page,
  channel: Channel,
): Promise<{ asked: Promise<void>; give(): Promise<void> }> {
  const arrived = signal();
  const { asked, give } = await hold(page, channel, async (route, given, tell) => {
    const response = await route.fetch();
    tell();
    await given;
    await route.fulfill({ response });
    arrived.give();
  });
  return {
    asked,
    async give() {
      give();
      await arrived.given;
      await drawn(page);
    },
  };
}
