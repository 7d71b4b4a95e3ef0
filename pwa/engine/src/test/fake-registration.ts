const KEY = Uint8Array.from({ length: 65 }, (_, at) => at + 190).buffer;
/** The server key of that subscription, as the server writes it. */
export const SERVER_KEY = Buffer.from(KEY).toString('base64url');

/** A worker's registration as far as notifications are concerned, with the browser's part of a subscription. */
export class FakeRegistration {
  permission: PermissionState = 'granted';
  subscription: PushSubscription | null = null;
  shown: { title: string; options: NotificationOptions | undefined; close: () => void }[] = [];
  /** Endpoints of subscriptions that were ended. */
  readonly ended: string[] = [];
  #count = 0;

  readonly pushManager = {
    getSubscription: async () => this.subscription,
    permissionState: async () => this.permission,
    subscribe: async () => this.renew(),
  };

  readonly showNotification = async (title: string, options?: NotificationOptions) => {
    const notice = {
      title,
      options,
      close: () => {
        this.shown = this.shown.filter((one) => one !== notice);
      },
    };
    this.shown = [...this.shown.filter((one) => one.options?.tag !== options?.tag), notice];
  };

  readonly getNotifications = async () => this.shown as unknown as Notification[];

  /** What a browser does from time to time by itself. */
  renew(): PushSubscription {
    this.#count += 1;
    const endpoint = `https://push.example/${this.#count}`;
    this.subscription = {
      endpoint,
      options: { applicationServerKey: KEY },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        this.ended.push(endpoint);
        this.subscription = null;
        return true;
      },
    } as unknown as PushSubscription;
    return this.subscription;
  }
}
