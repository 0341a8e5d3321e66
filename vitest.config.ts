import { defineConfig } from 'vitest/config';

const electronTests = 'tests/e2e/**/*electron*.test.ts';
/** They start git hundreds of times, and to start a program from a large process takes many times as long. */
const gitTests = 'tests/integration/git/**/*.test.ts';

/**
 * One runner for everything; `npm test` builds before it runs what drives the built program. Files share the modules of
 * their process: nothing here has module state, and half of the time of small files went into loading the same modules.
 */
export default defineConfig({
  test: {
    // More than CI has cores: much of a test's time goes into waiting for processes, pages and timers.
    maxWorkers: 4,
    isolate: false,
    setupFiles: ['tests/helpers/property-seed.ts'],
    // All of these only say how long a busy machine may take; nothing waits that long where all is well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
    // Node reads the sources itself, as it does where the program is developed.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          // Components are among what it tests, and JSX is nothing that Node reads.
          experimental: { viteModuleRunner: true },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [gitTests],
        },
      },
      { extends: true, test: { name: 'git', include: [gitTests], isolate: true } },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [electronTests],
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'electron',
          include: [electronTests],
          // Windows share a display: one at a time has the focus.
          fileParallelism: false,
          isolate: true,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
