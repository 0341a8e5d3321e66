export { CompareTexts, type CompareHandle } from './compare-texts.tsx';
