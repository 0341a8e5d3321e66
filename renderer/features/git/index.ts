export { FencedInGit } from './fenced-in-git.tsx';
export { useGitCommands } from './git-commands.ts';
export { GitPart } from './git-part.tsx';
export { GitStatus } from './git-status.tsx';
