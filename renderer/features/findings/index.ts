export { FindingList } from './finding-list.tsx';
export { FindingMargin } from './finding-margin.tsx';
export { JudgeSetting } from './judge-setting.tsx';
export { useFindingsFollowing } from './live.ts';
export { RunFindings, useOpenFindings } from './run-findings.tsx';
export { findingMarks, setWaitingPlaces } from './page-marks.ts';
export type { FindingPlace } from './store.ts';
export { marginId } from './marks.ts';
export { onWaitingFindings, showWaitingFindings, waitingFindings } from './waiting.ts';
