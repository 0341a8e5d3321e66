export { capsOf, type NearestCap } from './figures.ts';
export { PurseAhead } from './purse-ahead.tsx';
export { PurseStatus } from './purse-status.tsx';
export type { PurseChange } from './create-purse.ts';
export { usePurse, usePurseFollowing } from './store.ts';
