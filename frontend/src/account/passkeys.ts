// Passkeys in this browser: whether it can have them, and the way between its bytes and JSON.
import { identity } from "../api";
import type { Account, Offer } from "../types.gen";

/** Why this browser cannot use passkeys here; "" if it can. */
export function passkeyTrouble(): "" | "insecure" | "address" | "missing" {
  if (!window.isSecureContext) return "insecure";
  if (!("PublicKeyCredential" in window)) return "missing";
  // An address of numbers has no name that a passkey could belong to.
  return /^[\d.]+$|^\[/.test(location.hostname) ? "address" : "";
}

function bytes(text: string): ArrayBuffer {
  const raw = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(raw, (char) => char.charCodeAt(0)).buffer;
}

function text(value: ArrayBuffer): string {
  const raw = String.fromCharCode(...new Uint8Array(value));
  return btoa(raw).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

interface Described {
  id: string;
  type: "public-key";
}

/** The player closed the browser's own dialog, or it took too long. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);
}

/** The device has a passkey of this player already. */
export function isKnown(error: unknown): boolean {
  return error instanceof DOMException && error.name === "InvalidStateError";
}

/** Let the browser make a passkey and keep it with the identity. */
export async function makePasskey(): Promise<Account> {
  const { options } = await identity.passkeyOptions();
  const user = options.user as { id: string; name: string; displayName: string };
  const made = (await navigator.credentials.create({
    publicKey: {
      ...(options as unknown as PublicKeyCredentialCreationOptions),
      challenge: bytes(options.challenge as string),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: ((options.excludeCredentials ?? []) as Described[]).map((each) => ({
        type: each.type,
        id: bytes(each.id),
      })),
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return identity.addPasskey({
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
    },
  });
}

/** Let the player choose a passkey and prove by it who they are. */
export async function usePasskey(): Promise<Offer> {
  const { options } = await identity.signInOptions();
  const used = (await navigator.credentials.get({
    publicKey: {
      ...(options as unknown as PublicKeyCredentialRequestOptions),
      challenge: bytes(options.challenge as string),
      allowCredentials: [],
    },
  })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return identity.byPasskey({
    id: used.id,
    rawId: text(used.rawId),
    type: used.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  });
}
