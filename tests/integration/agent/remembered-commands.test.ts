import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  answered,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { scripted } from '#tests/helpers/scripted-steps.ts';

let world: ConversationWorld;
afterEach(() => world.close());

const begin = async (): Promise<string> => {
  world = await createConversationWorld();
  await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
  await world.test.call('settings:update', { tools: { bash: 'ask' } });
  const { path } = await world.test.call('projects:get', { projectId: world.projectId });
  execFileSync('git', ['init', '--quiet', path]);
  return path;
};

/** Has the model run the command, answers every question, and says whether there was one. */
const isAsked = async (command: string, decision: 'always' | 'refuse'): Promise<boolean> => {
  const { test, server, conversationId, events } = world;
  events.length = 0;
  server.script(
    scripted('native', { calls: [['Bash', { command }]] }),
    scripted('native', { answer: 'done' }),
  );
  let asked = false;
  const stop = test.app.events.on((name, payload) => {
    if (name !== 'conversation:permission') return;
    asked = true;
    void test.call('conversation:permit', { requestId: payload.requestId, decision });
  });
  answered(await world.ask('go on', { conversationId }));
  stop();
  return asked;
};

describe('a command that was allowed for ever', () => {
  it('is not asked for again, and lets no other pass: no writing, no way out, no second command [F14]', async () => {
    const path = await begin();
    const outside = join(path, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'key.txt'), 'key');
    for (const allowed of ['git log --oneline', 'cat 01.md', 'ls']) {
      expect(await isAsked(allowed, 'always')).toBe(true);
    }
    for (const covered of ['git log -3', "cat '02.md'", 'ls -la', 'cat notes.md']) {
      expect([covered, await isAsked(covered, 'refuse')]).toEqual([covered, false]);
    }
    symlinkSync(join(outside, 'key.txt'), join(path, 'notes.md'));
    for (const command of [
      ...['git log --output made.txt', 'git log --output=made.txt', 'git log; ls', 'git show'],
      'git log -p -U --output=made.txt',
      ...[
        "cat '.'./outside/key.txt",
        'cat notes.md',
        'cat .git/config',
        'cat .fabula/project.json',
      ],
      ...['cat *.md', 'ls ..', 'ls -R', 'cat 01.md > made.txt', 'cat $(echo 01.md)'],
    ]) {
      expect([command, await isAsked(command, 'refuse')]).toEqual([command, true]);
    }
    rmSync(outside, { recursive: true });
  });

  it('is asked for all the same where a chapter is fenced and its output could not be known again [N3 F14]', async () => {
    await begin();
    const { test, projectId } = world;
    expect(await isAsked('base64 02.md', 'always')).toBe(true);
    expect(await isAsked('base64 02.md', 'refuse')).toBe(false);
    await test.call('settings:update', { tools: { bash: 'allow' } });
    expect(await isAsked('base64 03.md', 'refuse')).toBe(false);
    const { documents } = await test.call('projects:get', { projectId });
    await test.call('documents:update', {
      projectId,
      documentId: documents[1]?.documentId ?? '',
      fence: { neverSend: true },
    });
    expect(await isAsked('base64 02.md', 'always')).toBe(true);
    expect(await isAsked('base64 02.md', 'refuse')).toBe(true);
    expect(await isAsked('cat 01.md', 'refuse')).toBe(false);
  });

  it('starts no program that a repository of the book names, its own or one within it [F14]', async () => {
    const path = await begin();
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', path, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        stdio: 'pipe',
      });
    const made = join(path, '..', 'made.txt');
    expect(await isAsked('git status', 'always')).toBe(true);
    git('init', '--quiet', 'within');
    writeFileSync(join(path, 'within', 'one.md'), 'one');
    for (const where of ['within', '.']) {
      git('-C', where, 'add', '.');
      git('-C', where, 'commit', '--quiet', '-m', 'one');
    }
    git('-C', 'within', 'config', 'core.fsmonitor', `echo > '${made}'; false`);
    expect(await isAsked('git status', 'refuse')).toBe(false);
    expect(existsSync(made)).toBe(false);
    git('config', 'core.fsmonitor', `echo > '${made}'; false`);
    expect(await isAsked('git status', 'refuse')).toBe(true);
    expect(existsSync(made)).toBe(false);
  });
});
