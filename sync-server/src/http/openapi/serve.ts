import type { Middleware } from '../context.ts';
import { answerTagged } from '../calls/etag.ts';
import { describeApi } from './document.ts';

/** Answers the OpenAPI document of this API; made at the first call. */
export function openApiDocument(): Middleware {
  let text: string | undefined;
  return (ctx) => {
    text ??= JSON.stringify(describeApi());
    ctx.type = 'json';
    answerTagged(ctx, text);
  };
}
