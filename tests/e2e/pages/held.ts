import type { Page } from 'playwright-core';
import type { Channel } from '#shared/contract/index.ts';

const signal = () => {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
};

/** Holds the next call of this channel that the page makes, until it is given its way. */
export async function held(
  page: Page,
  channel: Channel,
): Promise<{ asked: Promise<void>; give(): void }> {
  const answer = signal();
  const question = signal();
  await page.route(
    (url) => decodeURIComponent(url.pathname) === `/rpc/${channel}`,
    async (route) => {
      question.give();
      await answer.given;
      await route.continue();
    },
    { times: 1 },
  );
  return { asked: question.given, give: answer.give };
}
