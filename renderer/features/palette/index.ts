export { BookSearch } from './book-search.tsx';
export { Palette } from './palette.tsx';
export { SceneTarget } from './scene-target.tsx';
