export { useOriginCommands } from './commands.ts';
export { OriginsLegend } from './legend.tsx';
export { OriginsDialog } from './origins-dialog.tsx';
export { broughtText } from './page/brought-text.ts';
export { followMovedText } from './page/moved-text.ts';
export { followOrigins, isAllFrom, originRuns } from './page/origins-field.ts';
export { originTint } from './page/tint.ts';
