export { CoverageLines, countAnswerable, outcomeOf } from './coverage-lines.tsx';
export { FindingList } from './finding-list.tsx';
export { FindingMargin } from './finding-margin.tsx';
export { JudgeSetting } from './judge-setting.tsx';
export { useFindingsFollowing } from './live.ts';
export { RunFindings, useOpenFindings } from './run-findings.tsx';
export { findingMarks, setWaitingPlaces } from './page-marks.ts';
export type { FindingPlace } from './store.ts';
export { onWaitingFindings, showWaitingFindings, waitingFindings } from './waiting.ts';
