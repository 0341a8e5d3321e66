export { EgressPage } from './egress-page.tsx';
