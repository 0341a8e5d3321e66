export { useStructureViewCommands } from './structure-commands.ts';
export { StructureView } from './structure-view.tsx';
