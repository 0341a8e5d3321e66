export { AnswerStrips } from './answer-strip.tsx';
export { CandidateBar } from './candidate-bar.tsx';
export { useCandidateCommands } from './candidate-commands.ts';
export { CandidateMargin } from './candidate-margin.tsx';
export { useCandidatesFollowing } from './live.ts';
export { restoreCandidate, setAside, undoWritten } from './decide.ts';
export { candidateMarks, goToCandidate } from './page-marks.ts';
export { becameOf, type Became } from './became.ts';
export { candidateById, useCandidates } from './store.ts';
