import { openOverHttp } from '#tests/helpers/contract-clients.ts';
import { describeContract } from './suite.ts';

describeContract('HTTP to a served Fabula', openOverHttp);
