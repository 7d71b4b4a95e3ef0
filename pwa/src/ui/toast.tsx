import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components/Toast';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import type { ToastText } from './show-toast.ts';
import './toast.css';

/** Long enough to read and reach; an error stays until it is dismissed. */
const TOAST_MS = 6000;
const queue = new ToastQueue<ToastText>({ maxVisibleToasts: 1 });

/** Puts a toast in place of the one that stands there (SPEC §9: at most one). */
export function putToast(toast: ToastText): void {
  queue.clear();
  queue.add(toast, toast.variant === 'destructive' ? {} : { timeout: TOAST_MS });
}

/** Where toasts appear; a landmark reachable with F6. */
export function ToastRegion() {
  return (
    <AriaToastRegion queue={queue} className="toast-region" aria-label="Notices">
      {({ toast }) => (
        <AriaToast toast={toast} className="toast" data-variant={toast.content.variant ?? 'plain'}>
          <Icon name={toast.content.variant === 'destructive' ? 'alert' : 'check'} />
          <ToastContent className="toast-content">
            <Text slot="title">{toast.content.title}</Text>
            <Text slot="description">{toast.content.description}</Text>
          </ToastContent>
          <IconButton slot="close" icon="close" aria-label="Dismiss" />
        </AriaToast>
      )}
    </AriaToastRegion>
  );
}
