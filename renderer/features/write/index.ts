export { useWriteFollowing } from './live.ts';
export { WritePanel } from './panel.tsx';
export { runSkillWith, useSkills } from './store.ts';
export { useWriteCommands } from './write-commands.ts';
