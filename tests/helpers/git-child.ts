import { createApp } from '#main/app.ts';
import type { Channel } from '#shared/contract/index.ts';
import { platformAt } from './app.ts';

/** The whole program in a process of its own, that keeps or pulls versions and may be killed: `<folder> <book> <home> <channel> <input>`. */
const [folder = '', book = '', home = '', channel = '', input = '{}'] = process.argv.slice(2);

const gitEnvironment = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
const app = await createApp(platformAt(folder), { gitEnvironment });
const { signal } = new AbortController();
const opened = await app.dispatch('projects:open', { path: book }, { signal });
if (!opened.ok) throw new Error(opened.error.code);
const { projectId } = opened.value as { projectId: string };
const reply = await app.dispatch(
  channel as Channel,
  { projectId, ...JSON.parse(input) },
  { signal },
);
if (!reply.ok) throw new Error(reply.error.code);
await app.close();
