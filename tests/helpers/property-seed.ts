/**
 * Property tests draw the same cases in every run: what fails, fails for the one who caused it. `FABULA_FUZZ_SEED=<n>` draws
 * others.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FABULA_FUZZ_SEED ?? 20_252) });
