export { createProjects } from './create.ts';
export type { Seed } from './seed.ts';
