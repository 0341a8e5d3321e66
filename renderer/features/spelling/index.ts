import './spelling.css';

export { useSpellingFollowing } from './live.ts';
export { misspeltMarks } from './misspelt-marks.ts';
export { prepareOffer, spellingActions } from './offer.ts';
export { selectNextMisspelt } from './select-next.ts';
export { variantNow } from './store.ts';
export { TaughtWords } from './taught-list.tsx';
