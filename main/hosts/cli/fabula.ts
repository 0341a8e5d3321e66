import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createApp } from '#main/app.ts';
import { sayError } from '#main/error-report.ts';
import { showControls } from '#main/visible-controls.ts';
import { chooseFolders } from '../node/folders.ts';
import { findProgramFiles } from '../node/package-root.ts';
import { thisHome } from '../node/platform.ts';
// The entry file chooses the host; no other file of one host imports another.
import { serve } from '../web/serve.ts';
import { type Command, parseCommand } from './arguments.ts';
import { callOnce } from './call.ts';
import { inspect } from './inspect.ts';
import { createCliPlatform } from './platform.ts';
import { usage } from './usage.ts';

const files = findProgramFiles(import.meta.url);

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`${showControls(line)}\n`);
};

const runCall = async (command: Command & { kind: 'call' }): Promise<number> => {
  const platform = createCliPlatform(files, chooseFolders(command.dataDir, thisHome()));
  const input = command.input === '-' ? await text(process.stdin) : command.input;
  const app = await createApp(platform, { checkOutputs: !files.built });
  try {
    const { signal } = new AbortController();
    const reply = await callOnce(app, command.channel, input, signal);
    print(JSON.stringify(reply));
    return reply.ok ? 0 : 1;
  } finally {
    await app.close();
  }
};

const runInspect = async (command: Command & { kind: 'inspect' }): Promise<number> => {
  const trial = command.dataDir ? null : await mkdtemp(path.join(tmpdir(), 'fabula-inspect-'));
  const platform = createCliPlatform(files, chooseFolders(command.dataDir ?? trial, thisHome()));
  try {
    const app = await createApp(platform, { checkOutputs: !files.built });
    try {
      // Titles and passages come from files that anybody may have written.
      const io = { print: (line: string) => print(showControls(line)), complain };
      return await inspect(app, command, io);
    } finally {
      await app.close();
    }
  } finally {
    if (trial) await rm(trial, { recursive: true, force: true });
  }
};

const run = async (command: Command): Promise<number> => {
  switch (command.kind) {
    case 'help':
      process.stdout.write(usage);
      return 0;
    case 'version':
      print(files.version);
      return 0;
    case 'usage':
      complain(`${command.complaint}\n\n${usage}`);
      return 2;
    case 'serve': {
      const { dataDir, ...rest } = command;
      return serve({
        ...rest,
        files,
        folders: chooseFolders(dataDir, thisHome()),
        print,
        complain,
      });
    }
    case 'call':
      return runCall(command);
    case 'inspect':
      return runInspect(command);
  }
};

// The system would print the error with its words, which may quote the manuscript (S3-44).
process.on('uncaughtException', (error) => {
  complain(sayError(error));
  process.exit(1);
});
process.exitCode = await run(parseCommand(process.argv.slice(2))).catch((error: unknown) => {
  complain(sayError(error));
  return 1;
});
