import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Channel, channels, contract } from '#shared/contract/index.ts';
import {
  codeOf,
  type ContractClient,
  type Heard,
  Reply,
  answerOf,
} from '#tests/helpers/contract-clients.ts';
import { createGate } from '#tests/helpers/gate.ts';
import { isolation } from './isolation-table.ts';
import { canaryOf, plantProject, type ProjectThings, seeProject } from './two-projects.ts';

const scoped = channels.filter((channel) => 'projectId' in shapeOf(channel));

function shapeOf(channel: Channel): object {
  const { input } = contract[channel];
  return 'shape' in input ? input.shape : {};
}

/**
 * What every transport must do alike, whole Fabula behind it (S3-41, S3-45, S3-46).
 * @param open connects to a fresh Fabula on a data folder
 */
export const describeContract = (
  transport: string,
  open: (data: string) => Promise<ContractClient>,
): void => {
  describe(`the contract over ${transport}`, () => {
    let folder: string;
    let client: ContractClient;
    let a: ProjectThings;
    let b: ProjectThings;

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'fabula-contract-'));
      client = await open(path.join(folder, 'data'));
      a = await plantProject(client, folder, 'Alpha');
      b = await plantProject(client, folder, 'Beta');
      await answerOf(client, 'settings:update', { debugMode: true });
    });
    afterAll(async () => {
      await client.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    });

    it('knows every channel and parses its input', async () => {
      for (const channel of channels) {
        expect([channel, await codeOf(client, channel, 7)]).toEqual([channel, 'INVALID_INPUT']);
      }
      const reply = await client.send('documents:read', { projectId: a.projectId });
      expect(reply).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', details: { issues: [{ path: 'documentId' }] } },
      });
    });

    it('takes no half of a character, wherever in an input it stands', async () => {
      const { projectId } = a;
      const half = { type: 'style', text: '灯\ud83d' };
      const reply = await client.send('constraints:create', { projectId, ...half });
      expect(reply).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', details: { issues: [{ path: 'text' }] } },
      });
    });

    it('knows no other channel', async () => {
      for (const name of ['projects:steal', 'constructor', '__proto__', 'a/b:c?d#e 中', '%2e%2e']) {
        expect([name, await codeOf(client, name, {})]).toEqual([name, 'UNKNOWN_CHANNEL']);
      }
    });

    it('carries any text unharmed, there and back', async () => {
      const { projectId } = a;
      const text = '“第一人称” \u2028\u2029 😀 𠮷 é e\u0301 \\ " \n\n data: x\n\nevent: y';
      const made = await answerOf(client, 'constraints:create', { projectId, type: 'style', text });
      expect(made.text).toBe(text.trim());
      await answerOf(client, 'constraints:delete', { projectId, constraintId: made.constraintId });
      const long = `${'云'.repeat(200_000)}\n`;
      const created = await answerOf(client, 'documents:create', {
        projectId,
        title: '长',
        text: long,
      });
      const read = await answerOf(client, 'documents:read', {
        projectId,
        documentId: created.documentId,
      });
      expect(read.text).toContain(long.trim());
    });

    it('tells what happened', async () => {
      const { projectId } = a;
      const heard: Heard[] = [];
      const told = createGate();
      const stop = await client.listen((event) => {
        heard.push(event);
        if (event.name === 'memory:changed') told.open();
      });
      await answerOf(client, 'memory:rules:create', { projectId, text: 'Plain.', confidence: 0.5 });
      await told.opened;
      stop();
      expect(heard).toContainEqual({ name: 'memory:changed', payload: { projectId } });
    });

    it('answers calls made at once, each with its own', async () => {
      const asked = Array.from({ length: 40 }, (_, index) => (index % 2 ? a : b));
      const texts = await Promise.all(
        asked.map(({ projectId, documentId }) =>
          answerOf(client, 'documents:read', { projectId, documentId }),
        ),
      );
      texts.forEach(({ text }, index) => {
        expect(text).toContain(canaryOf(index % 2 ? 'Alpha' : 'Beta'));
      });
    });

    it('stays usable when a caller leaves in the middle', async () => {
      const leaving = new AbortController();
      const { projectId, documentId } = a;
      const request = { projectId, documentId, cursorPosition: 5, skillId: 'continue' };
      const asked = client.send('context:assemble', request, leaving.signal);
      leaving.abort();
      const outcome = await asked.catch((error: unknown) => error);
      const isReply = typeof outcome === 'object' && outcome !== null && 'ok' in outcome;
      expect(isReply || outcome instanceof Error).toBe(true);
      await answerOf(client, 'context:assemble', request);
    });

    it('S3-45 refuses to inspect while debug mode is off, whatever the request claims', async () => {
      const { projectId, documentId } = a;
      const request = { projectId, documentId, cursorPosition: 5, skillId: 'continue' };
      await answerOf(client, 'settings:update', { debugMode: false });
      const claimed = { ...request, debugMode: true, role: 'admin', callerRole: 'owner' };
      expect(await codeOf(client, 'context:inspect', claimed)).toBe('CONTEXT_INSPECT_FORBIDDEN');
      await answerOf(client, 'settings:update', { debugMode: true });
      expect((await answerOf(client, 'context:inspect', request)).prompt).not.toBe('');
    });

    it('S3-41 has a line of the isolation table for every channel that names a project', () => {
      expect(Object.keys(isolation).toSorted()).toEqual([...channels].toSorted());
      expect(scoped.length).toBeGreaterThan(40);
    });

    it('S3-41 knows no project that is not there', async () => {
      for (const channel of scoped) {
        const line = isolation[channel];
        const inputs: object[] =
          'unscoped' in line ? [] : line(a, b).map(({ input }: { input: object }) => input);
        for (const input of inputs) {
          const codes = ['PROJECT_NOT_FOUND', 'CAPABILITY_MISSING'];
          const code = await codeOf(client, channel, { ...input, projectId: 'nowhere' });
          expect([channel, codes.includes(code), code]).toEqual([channel, true, code]);
        }
      }
    });

    it('S3-41 S3-46 lets nobody reach project B through project A, on any channel', async () => {
      const before = await seeProject(client, b);
      const theirs = Object.values(b);
      const complaints: string[] = [];
      for (const channel of channels) {
        const line = isolation[channel];
        if ('unscoped' in line) continue;
        for (const { input, refusals } of line(a, b)) {
          const reply = Reply.parse(await client.send(channel, input));
          const agreed = reply.ok ? refusals.length === 0 : refusals.includes(reply.error.code);
          if (!agreed) {
            const outcome = reply.ok ? 'ok' : reply.error.code;
            complaints.push(`${channel} ${JSON.stringify(input)}: ${outcome}`);
          }
          const answer = JSON.stringify(reply);
          const echoed = JSON.stringify(input);
          const leaked = theirs.filter((id) => answer.includes(id) && !echoed.includes(id));
          if (answer.includes(canaryOf('Beta'))) leaked.push('text');
          if (leaked.length > 0) complaints.push(`${channel}: shows ${leaked.join(', ')}`);
        }
      }
      expect(complaints).toEqual([]);
      expect(await seeProject(client, b)).toEqual(before);
    });
  });
};
