import { openInProcess } from '#tests/helpers/contract-clients.ts';
import { describeContract } from './suite.ts';

describeContract('dispatch in this process', openInProcess);
