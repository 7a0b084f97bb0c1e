// The nonce that the page's security policy asks of every style element.
export function nonce(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  // While developing nobody fills it in, and there is no policy either.
  return content && content !== '__NONCE__' ? content : undefined
}
