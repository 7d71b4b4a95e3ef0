export interface paths {
    "/api/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Bounds: accounts asked for: 1000 an hour for one address; accounts refused as taken: 60 an hour for one address.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sync/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Push referrals */
        post: operations["pushReferrals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/referrals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List referrals */
        get: operations["listReferrals"];
        put?: never;
        /** Add referral */
        post: operations["addReferral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/referrals/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change referral status */
        patch: operations["changeReferralStatus"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddedByServer: {
            status: string;
            reward: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AdminReferral: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            name: string;
            email: string;
            phone: string | null;
            address: string | null;
            permission?: number | null;
            /** Format: date-time */
            date: string;
            status: string;
            reward: string;
            share?: number | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            permissionAt?: string | null;
            referrerName: string;
            referrerEmail: string;
        };
        CreatedRun: {
            at: number;
            count: number;
            /** Format: uuid */
            firstId: string;
            /** Format: uuid */
            lastId: string;
        };
        CurrentUser: {
            /** Format: uuid */
            id: string;
            username: string;
            email: string;
            phone: string | null;
            address: string | null;
            avatar: string | null;
            showsPicture?: boolean;
            mayTake?: boolean;
            /** @enum {string} */
            role: "customer" | "admin";
            /** @enum {string} */
            isActive: "true" | "false";
            referralCode: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            erasedAt?: string;
            offlineLockDays?: number;
            helpPhone?: string;
            helpEmail?: string;
            country?: string;
            timeZone?: string;
            permission?: string;
            /** Format: date-time */
            passwordEndsAt?: string;
            secondFactor?: string;
            hasMail?: boolean;
            sso?: string;
            /** Format: date-time */
            emailConfirmedAt?: string;
            pendingEmail?: string;
            erasedUsers?: number;
            /** Format: date-time */
            updatedAt?: string;
            /** Format: uuid */
            requestId?: string;
            epoch?: string;
            handover?: string;
        };
        ErrorBody: {
            error: string;
            code: string;
            fields?: {
                [key: string]: string;
            };
        };
        Push: {
            referrals: components["schemas"]["PushRow"][];
            brief?: boolean;
            briefStored?: boolean;
            isAgain?: boolean;
            receipts?: string[];
        };
        PushAnswer: {
            results: components["schemas"]["PushResult"][];
            runs?: components["schemas"]["CreatedRun"][];
            storedRuns?: components["schemas"]["StoredRun"][];
            added?: components["schemas"]["AddedByServer"];
            receipt?: string;
            storedReceipts?: string[];
        };
        PushResult: {
            id: string | null;
            /** @enum {string} */
            status: "created" | "stored" | "duplicate" | "rejected";
            referral?: components["schemas"]["Referral"];
            error?: string;
            code?: string;
            fields?: {
                [key: string]: string;
            };
        };
        PushRow: {
            /** Format: uuid */
            id: string;
            /** @description Without invisible characters */
            name: string;
            email: string;
            phone?: string | null;
            address?: string | null;
            permission?: number | null;
            date?: (string) | null;
        };
        Referral: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            name: string;
            email: string;
            phone: string | null;
            address: string | null;
            permission?: number | null;
            /** Format: date-time */
            date: string;
            status: string;
            reward: string;
            share?: number | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ReferralDelta: {
            cursor: string;
            full: boolean;
            checksum?: string;
            gaps?: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            }[];
            upserts: components["schemas"]["Referral"][];
            deletes: string[];
        };
        ReferralStatusChange: {
            /** @enum {string} */
            status: "submitted" | "contact_made" | "in_progress" | "completed";
            expected?: string;
        };
        SentReferral: {
            /** Format: uuid */
            id?: string;
            name: string;
            email: string;
            phone?: string | null;
            address?: string | null;
            permission?: number | null;
            date?: (string) | null;
        };
        SignUp: {
            /** @description Without invisible characters */
            username: string;
            email: string;
            password: string;
            phone?: string | null;
            address?: string | null;
            requestIds?: string[];
        };
        StoredRun: {
            at: number;
            count: number;
            /** Format: uuid */
            firstId: string;
            /** Format: uuid */
            lastId: string;
            added: {
                status: string;
                reward: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                /** Format: date-time */
                date: string;
            };
        };
    };
    responses: {
        /** @description Refused, with a text for a person, a machine code and the fields at fault */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUser"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Refused"];
            408: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            503: components["responses"]["Refused"];
            "4XX": components["responses"]["Refused"];
            default: components["responses"]["Refused"];
        };
    };
    pushReferrals: {
        parameters: {
            query?: never;
            header?: {
                "x-expected-user"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Push"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushAnswer"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Refused"];
            403: components["responses"]["Refused"];
            408: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            410: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            503: components["responses"]["Refused"];
            "4XX": components["responses"]["Refused"];
            default: components["responses"]["Refused"];
        };
    };
    listReferrals: {
        parameters: {
            query?: {
                since?: string;
                known?: string;
            };
            header?: {
                "If-None-Match"?: string;
                "x-expected-user"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"][] | components["schemas"]["ReferralDelta"];
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Refused"];
            403: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            410: components["responses"]["Refused"];
            503: components["responses"]["Refused"];
            "4XX": components["responses"]["Refused"];
            default: components["responses"]["Refused"];
        };
    };
    addReferral: {
        parameters: {
            query?: never;
            header?: {
                "x-expected-user"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SentReferral"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            /** @description Done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Refused"];
            403: components["responses"]["Refused"];
            408: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            410: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            503: components["responses"]["Refused"];
            "4XX": components["responses"]["Refused"];
            default: components["responses"]["Refused"];
        };
    };
    changeReferralStatus: {
        parameters: {
            query?: never;
            header?: {
                "x-expected-user"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferralStatusChange"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminReferral"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Refused"];
            403: components["responses"]["Refused"];
            404: components["responses"]["Refused"];
            408: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            410: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            503: components["responses"]["Refused"];
            "4XX": components["responses"]["Refused"];
            default: components["responses"]["Refused"];
        };
    };
}
