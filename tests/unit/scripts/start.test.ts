import { describe, expect, it } from 'vitest';
import { hasDisplay, parseStartOptions } from '../../../scripts/start/options.ts';
import { isNoise } from '../../../scripts/start/relay.ts';
import { describeAssembly } from '../../../scripts/start/report.ts';

describe('the flags of npm start', () => {
  it('opens a window on any port unless told otherwise', () => {
    expect(parseStartOptions([], {})).toEqual({ web: false, open: true, dataDir: null, port: 0 });
  });

  it('reads every flag', () => {
    const args = ['--web', '--no-open', '--data-dir', 'trial', '--port', '4321'];
    const options = { web: true, open: false, dataDir: 'trial', port: 4321 };
    expect(parseStartOptions(args, {})).toEqual(options);
  });

  it('opens nothing with FABULA_NO_OPEN=1', () => {
    expect(parseStartOptions([], { FABULA_NO_OPEN: '1' }).open).toBe(false);
  });

  it.each([
    [['--port', '65536'], 'No such port: 65536'],
    [['--port', 'x'], 'No such port: x'],
    [['--wbe'], "Unknown option '--wbe'"],
  ])('refuses %j', (args, message) => {
    expect(() => parseStartOptions(args, {})).toThrow(message);
  });

  it('sees a display on Linux only where one is named', () => {
    expect(hasDisplay('linux', {})).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
    expect(hasDisplay('darwin', {})).toBe(true);
  });
});

describe('the line on the assembled context', () => {
  it('names the place, the total and the four layers', () => {
    const layer = (tokens: number) => ({ tokens, budget: tokens, truncated: false });
    const line = describeAssembly('第十章', {
      assemblyId: 'a',
      prompt: '',
      systemPrompt: '',
      tokenCount: 1000,
      stablePrefixHash: '',
      stablePrefixUnchanged: false,
      stablePrefixLength: 0,
      layers: {
        rules: layer(100),
        settings: layer(50),
        retrieved: { ...layer(250), chunks: 3 },
        immediate: layer(600),
      },
      warnings: ['KG_UNAVAILABLE: 知识图谱数据未注入'],
    });
    expect(line).toBe(
      'Context at the end of “第十章”: 1000 tokens (rules 100, settings 50, retrieved 250 in 3 passages, immediate 600); KG_UNAVAILABLE: 知识图谱数据未注入',
    );
  });
});

describe('what the terminal is spared', () => {
  it.each([
    ['{"time":"2026-01-01T00:00:00.000Z","level":"warn","message":"x"}', true],
    ['[32686:1121/233757.549476:ERROR:bus.cc(407)] Failed to connect to the bus', true],
    ['{"time":"2026-01-01T00:00:00.000Z","level":"error","message":"x"}', false],
    ['{"time":"2026-01-01T00:00:00.000Z","level":"security","message":"x"}', false],
    ['The port is taken', false],
  ])('%s: %s', (line, noise) => {
    expect(isNoise(line)).toBe(noise);
  });
});
