/** Completes the address of a model endpoint. */
import type { Provider } from '#shared/domain/model-profile.ts';
import { AppError } from '#shared/errors.ts';
import { providerFacts } from './providers.ts';

const invalid = (message: string): AppError =>
  new AppError('MODEL_INVALID', message, { field: 'baseUrl' });

/**
 * The address requests go below, without a slash at its end. An address without a path gets the provider's usual
 * one; none at all gets the provider's own. MODEL_INVALID for anything but http(s), and for addresses that carry
 * a name and password (they would be shown).
 */
export const completeBaseUrl = (provider: Provider, given: string | undefined): string => {
  const { baseUrl, defaultPath, mistakenPath } = providerFacts[provider];
  const text = given?.trim() ?? '';
  if (text === '') return baseUrl;
  if (!URL.canParse(text)) throw invalid('The address is not a URL.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid('The address must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalid('The address must hold no user name, no password, no query.');
  }
  const path = url.pathname.replace(/\/+$/u, '');
  const complete = path === '' || path === mistakenPath ? defaultPath : path;
  return `${url.origin}${complete}`;
};
