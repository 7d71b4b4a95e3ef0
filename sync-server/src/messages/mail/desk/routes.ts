import { adminMailRoutes as table } from '@sunloop/shared-types/messages/admin-mail-routes.ts';
import { reply, type Bindings } from '../../../http/calls/bind-route.ts';
import { linkNextPage } from '../../../http/calls/next-page.ts';
import { findMailState, findMessageDetail, findMessages } from './queries.ts';
import { sendAgain, testMail } from './service.ts';

/** Messages to people, for admins. */
export function adminMailRoutes(bindings: Bindings): void {
  bindings.bind(table.mailState, async ({ ctx }) => {
    return reply(200, await findMailState(ctx.state.em));
  });

  bindings.bind(table.testMail, async ({ ctx, actor }) => {
    return reply(200, await testMail(ctx.state.em, actor));
  });

  bindings.bind(table.messages, async ({ ctx, query }) => {
    const { messages, next } = await findMessages(ctx.state.em, query);
    if (next !== undefined) linkNextPage(ctx, next);
    return reply(200, messages);
  });

  bindings.bind(table.messageDetail, async ({ ctx, params: { id } }) => {
    return reply(200, await findMessageDetail(ctx.state.em, id));
  });

  bindings.bind(table.sendMessageAgain, async ({ ctx, actor, params: { id } }) => {
    return reply(200, await sendAgain(ctx.state.em, actor, id));
  });
}
