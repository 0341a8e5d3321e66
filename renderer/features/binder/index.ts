export { Binder } from './binder.tsx';
