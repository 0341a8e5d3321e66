export { FindingList } from './finding-list.tsx';
export { FindingMargin } from './finding-margin.tsx';
export { JudgeSetting } from './judge-setting.tsx';
export { useFindingsFollowing } from './live.ts';
export { RunFindings } from './run-findings.tsx';
export { findingMarks } from './page-marks.ts';
