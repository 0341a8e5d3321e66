export { createProjects } from './create-projects.ts';
export type { Seed } from './seed.ts';
