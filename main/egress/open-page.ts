/** Asks for a page at an address that was checked beforehand. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { RecordedRequest, Recorder } from './recorder.ts';
import type { EgressContext, PageRequest, ResolvedAddress } from './service.ts';

/** Connects to the address that was checked, whatever the name means a moment later. */
const pinned =
  ({ address, family }: ResolvedAddress): LookupFunction =>
  (_host, options, done) => {
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };

const connect = (
  { url, headers, signal }: PageRequest,
  address: ResolvedAddress,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = request(
      url,
      // An agent of its own: a connection kept alive from elsewhere would not have been checked.
      { agent: false, lookup: pinned(address), signal, headers },
      resolve,
    );
    call.on('error', reject);
    call.end();
  });

const resolveOrGiveUp = async (
  request: PageRequest,
  record: RecordedRequest,
): Promise<ResolvedAddress> => {
  try {
    const address = await request.resolve();
    request.signal.throwIfAborted();
    return address;
  } catch (error) {
    record.ended('notSent');
    throw error;
  }
};

export const openPage = async (
  recorder: Recorder,
  context: EgressContext,
  request: PageRequest,
): Promise<IncomingMessage> => {
  const { url, signal } = request;
  signal.throwIfAborted();
  const record = recorder.record(context, { to: url, method: 'GET', body: new Uint8Array() });
  const address = await resolveOrGiveUp(request, record);
  const end = (): void => record.ended(signal.aborted ? 'aborted' : 'failed');
  try {
    const response = await connect(request, address);
    record.answered(response.statusCode ?? 0);
    response.once('error', end);
    return response;
  } catch (error) {
    end();
    throw error;
  }
};
