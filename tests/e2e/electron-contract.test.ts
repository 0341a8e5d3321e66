import { eventNames } from '#shared/contract/events.ts';
import { Json } from '#tests/helpers/contract-clients.ts';
import { describeContract } from '../contract/suite.ts';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import type { ContractClient, Heard } from '#tests/helpers/contract-clients.ts';

/** The bridge of a real window, called as its own page calls it. */
const openInElectron = async (data: string): Promise<ContractClient> => {
  const app = await launchElectron({ args: [`--data-dir=${data}`] });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  const listeners = new Set<(event: Heard) => void>();
  await page.exposeFunction('fabulaTold', (name: string, payload: unknown) => {
    for (const listener of listeners) listener({ name, payload: Json.parse(payload) });
  });
  await page.evaluate((names) => {
    for (const name of names) {
      window.host?.on(name, (payload) => {
        const { fabulaTold } = window as unknown as {
          fabulaTold(event: string, told: unknown): Promise<void>;
        };
        void fabulaTold(name, payload);
      });
    }
  }, eventNames);
  let calls = 0;
  return {
    async send(channel, input, signal) {
      calls += 1;
      const callId = `contract-${calls}`;
      signal?.addEventListener('abort', () => {
        void page.evaluate((id) => window.host?.cancel(id), callId);
      });
      const reply: unknown = await page.evaluate(
        ([name, text, id]) => window.host?.call(name, JSON.parse(text), id),
        [channel, JSON.stringify(input), callId] as const,
      );
      return Json.parse(reply);
    },
    async listen(onEvent) {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
    close: () => app.close(),
  };
};

describeContract('the bridge of a real window', openInElectron);
