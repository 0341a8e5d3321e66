export { ChapterReader } from './chapter-reader.tsx';
export { Page } from './page.tsx';
