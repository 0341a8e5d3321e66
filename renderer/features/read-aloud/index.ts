export { ReadAloudBar } from './read-aloud-bar.tsx';
