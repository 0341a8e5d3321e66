export { createProjects, type ProjectsDependencies } from './create.ts';
export type { Seed } from './seed.ts';
export type { ProjectsService } from './service.ts';
