import type { Middleware } from '../context.ts';
import { answerTagged } from '../calls/etag.ts';
import { describeApi } from './document.ts';

/** Answers with this API's OpenAPI document, which is made at the first call. */
export function openApiDocument(): Middleware {
  let text: string | undefined;
  return (ctx) => {
    text ??= JSON.stringify(describeApi());
    ctx.type = 'json';
    answerTagged(ctx, text);
  };
}
