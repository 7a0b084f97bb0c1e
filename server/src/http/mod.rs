//! The way in: one warp filter that turns every request into an `Ask` and every answer into bytes.

pub mod assets;
pub mod router;
pub mod routes;
pub mod secure;

use std::convert::Infallible;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use bytes::{Buf, Bytes, BytesMut};
use futures_util::stream::poll_fn;
use futures_util::{FutureExt, Stream, StreamExt};
use warp::http::header::{
    ACCEPT, ALLOW, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, WWW_AUTHENTICATE,
};
use warp::http::{HeaderMap, HeaderValue, Method, StatusCode};
use warp::reply::Response;
use warp::{Filter, Reply as _};

use crate::api::account;
use crate::app::App;
use crate::auth::Person;
use crate::bodies::Room;
use crate::call::ask::Ask;
use crate::call::reply::{Problem, Reply, Sent};
use crate::call::{header, packed, strict};
use assets::Assets;
use godown_core::said;
use godown_core::said::Said;
use router::Router;
use routes::{Access, Body, ROUTES, Route};

static ROUTER: LazyLock<Router> = LazyLock::new(|| Router::new(ROUTES));
static ASSETS: LazyLock<Assets> = LazyLock::new(Assets::embedded);

/// How long a body may take to arrive: that of somebody who is signed in, and of anybody.
const BODY_DEADLINE: Duration = Duration::from_secs(30);
const OPEN_BODY_DEADLINE: Duration = Duration::from_secs(5);

/// Facts of the connection that warp does not hand on.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    pub peer: IpAddr,
    /// The request said which host it is for.
    pub host: bool,
}

/// Every request of the server goes through this one filter.
pub fn filter(app: Arc<App>) -> impl Filter<Extract = (Response,), Error = Infallible> + Clone {
    // What is compressed and hashed once is ready before the first request.
    LazyLock::force(&ASSETS);
    let query = warp::query::raw().or_else(|_| async { Ok::<_, Infallible>((String::new(),)) });
    warp::any()
        .and(warp::method())
        .and(warp::path::full())
        .and(query)
        .and(warp::header::headers_cloned())
        .and(warp::ext::optional::<Wire>())
        .and(warp::body::stream())
        .then(move |method, path, query, headers, wire: Option<Wire>, body| {
            let app = app.clone();
            async move {
                let wire = wire.unwrap_or(Wire { peer: IpAddr::from([127, 0, 0, 1]), host: true });
                let peer = asker(wire.peer, app.proxy.get(), &headers);
                let wire = Wire { peer, ..wire };
                let head = Head { method, path, query, headers, wire };
                respond(app, head, body).await
            }
        })
        .or_else(|_| async { Ok::<_, Infallible>((Response::new(Bytes::new().into()),)) })
}

/// The address of the client: that of the connection, or the last that our own proxy names. Any
/// other header is forged easily, so it counts for nothing.
fn asker(peer: IpAddr, proxy: Option<&IpAddr>, headers: &HeaderMap) -> IpAddr {
    if proxy.map(IpAddr::to_canonical) != Some(peer.to_canonical()) {
        return peer;
    }
    let told = headers.get_all("x-forwarded-for").iter().next_back();
    let last = told.and_then(|told| told.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    last.unwrap_or(peer)
}

struct Head {
    method: Method,
    path: warp::path::FullPath,
    query: String,
    headers: HeaderMap,
    wire: Wire,
}

/// The log's fields of a request.
struct Line {
    route: &'static str,
    person: String,
}

async fn respond<S, B, E>(app: Arc<App>, head: Head, body: S) -> Response
where
    S: Stream<Item = Result<B, E>> + Send,
    B: Buf,
{
    let began = Instant::now();
    let id = request_id();
    let mut line = Line { route: "", person: String::new() };
    let api = is_api(head.path.as_str());
    let answer = AssertUnwindSafe(answer(&app, &head, body, &mut line)).catch_unwind().await;
    let answer = answer.unwrap_or_else(|_| Err(Problem::fault("a handler panicked")));
    let (reply, why) = match answer {
        Ok(reply) => (reply, None),
        Err(mut problem) => {
            let why = problem.internal.take().map(String::from);
            let code = problem.code;
            let reply = match line.route.starts_with(account::TEMPLATE) {
                true => account::template_refusal(problem),
                false => problem.into_reply(&id),
            };
            (reply, Some((code, why)))
        }
    };
    let took = began.elapsed();
    app.metrics.request(&head.method, line.route, reply.status, took);
    log(&id, &head, &line, reply.status, took, why);
    let reply = if api { packed::packed(&head.headers, reply) } else { reply };
    let mut response = response(reply);
    secure::headers(response.headers_mut(), api, &id);
    response
}

fn response(reply: Reply) -> Response {
    let mut response = match reply.body {
        Sent::Whole(bytes) => Response::new(bytes.into()),
        Sent::Parts(mut parts) => {
            let next = poll_fn(move |context| {
                parts.poll_recv(context).map(|part| part.map(Ok::<_, Infallible>))
            });
            warp::reply::stream(next).into_response()
        }
    };
    *response.status_mut() =
        StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let content_type = HeaderValue::from_static(reply.content_type);
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    for (name, value) in reply.headers {
        response.headers_mut().insert(name, value);
    }
    response
}

fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// One name per request that a reference in an answer leads back to.
fn request_id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    static RUN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let run = RUN.get_or_init(|| getrandom::u32().unwrap_or_default());
    format!("{run:08x}-{:06x}", NEXT.fetch_add(1, Ordering::Relaxed))
}

fn log(
    id: &str,
    head: &Head,
    line: &Line,
    status: u16,
    took: Duration,
    why: Option<(&'static str, Option<String>)>,
) {
    let (method, route, person) = (head.method.as_str(), line.route, line.person.as_str());
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    let (code, why) = why.unwrap_or(("", None));
    let why = why.unwrap_or_default();
    match status {
        500.. => tracing::error!(id, method, route, person, status, micros, code, why, "failed"),
        400.. => tracing::info!(id, method, route, person, status, micros, code, "refused"),
        _ => tracing::debug!(id, method, route, person, status, micros, "answered"),
    }
}

async fn answer<S, B, E>(
    app: &Arc<App>,
    head: &Head,
    body: S,
    line: &mut Line,
) -> Result<Reply, Problem>
where
    S: Stream<Item = Result<B, E>> + Send,
    B: Buf,
{
    if !head.wire.host {
        return Err(Problem::new(400, "malformed", "The Host header is missing"));
    }
    let path = head.path.as_str();
    let method = if head.method == Method::HEAD { &Method::GET } else { &head.method };
    let (route, params) = match ROUTER.find(method, path) {
        router::Found::Route(route, params) => (route, params),
        router::Found::Method(allowed) => return Err(not_allowed(allowed)),
        router::Found::Nothing if is_api(path) => return Err(Problem::not_found()),
        router::Found::Nothing if method == Method::GET => {
            line.route = "asset";
            return ASSETS.serve(path, &head.headers).await;
        }
        router::Found::Nothing => return Err(not_allowed("GET, HEAD")),
    };
    line.route = route.path;
    let person = match route.access {
        Access::Open => None,
        Access::Signed | Access::Fresh => Some(signed(app, head, route, line)?),
    };
    let (body, _room) = match route.method {
        "GET" | "DELETE" if route.body != Body::Raw => (Ok(Bytes::new()), None),
        _ => {
            match length(head, route).and_then(|bytes| room(app, head, person.as_deref(), bytes)) {
                Ok(room) => (read(app, body, route).await, Some(room)),
                Err(problem) => (Err(problem), None),
            }
        }
    };
    let query =
        strict::form(&head.query).map_err(|why| Problem::malformed("query", Said::finished(why)));
    let ask = Ask {
        app: app.clone(),
        params,
        query,
        headers: head.headers.clone(),
        body,
        person,
        peer: head.wire.peer,
    };
    (route.handler.run)(ask).await
}

fn not_allowed(allowed: &str) -> Problem {
    Problem::new(405, "method_not_allowed", "This address does not take this method")
        .with(ALLOW, allowed)
}

/// The person of the session. Until a first password is changed, only routes with `Access::Fresh`
/// are answered.
fn signed(app: &App, head: &Head, route: &Route, line: &mut Line) -> Result<Arc<Person>, Problem> {
    let person = app.person(header(&head.headers, &AUTHORIZATION)).map_err(Problem::from);
    let person = person.map_err(|problem| match problem.status {
        401 => problem.with(WWW_AUTHENTICATE, "Bearer"),
        _ => problem,
    })?;
    line.person.clone_from(&person.actor.id);
    if person.must_change && route.access != Access::Fresh {
        let message = "Change your password first";
        return Err(Problem::new(403, "password_change", message));
    }
    Ok(Arc::new(person))
}

/// How long a body may become: what was told, or as much as the call takes.
///
/// Errors: 413 for more than that.
fn length(head: &Head, route: &Route) -> Result<usize, Problem> {
    let told = head.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    match told {
        Some(length) if length > route.limit() => Err(too_large(route)),
        told => Ok(told.unwrap_or(route.limit())),
    }
}

fn too_large(route: &Route) -> Problem {
    let message = said!("The body is larger than {most} bytes", most = route.limit());
    Problem::new(413, "too_large", message)
}

/// Room for a body, by the person or else by the address.
fn room(app: &App, head: &Head, person: Option<&Person>, bytes: usize) -> Result<Room, Problem> {
    let taken = match person {
        Some(person) => app.bodies.take(&person.actor.id, bytes),
        None => app.bodies.take(&head.wire.peer.to_canonical().to_string(), bytes),
    };
    taken.map_err(Problem::from)
}

async fn read<S, B, E>(app: &App, body: S, route: &Route) -> Result<Bytes, Problem>
where
    S: Stream<Item = Result<B, E>> + Send,
    B: Buf,
{
    let deadline = match route.access {
        Access::Open => OPEN_BODY_DEADLINE,
        Access::Signed | Access::Fresh => BODY_DEADLINE,
    };
    let gather = async {
        let mut bytes = BytesMut::new();
        let mut body = std::pin::pin!(body);
        while let Some(part) = body.next().await {
            let Ok(part) = part else {
                return Err(Problem::new(400, "malformed", "The body ended too early"));
            };
            if bytes.len() + part.remaining() > route.limit() {
                return Err(too_large(route));
            }
            bytes.extend_from_slice(&chunk(part));
        }
        Ok(bytes.freeze())
    };
    let late = |_| Problem::new(408, "timeout", "The body took too long to arrive");
    let mut stopping = app.live.stopping();
    tokio::select! {
        biased;
        gathered = tokio::time::timeout(deadline, gather) => gathered.map_err(late)?,
        // Nothing was begun yet, and a stop waits for nobody's bytes.
        _ = stopping.wait_for(|stopping| *stopping) => {
            Err(Problem::unavailable("the server is stopping"))
        }
    }
}

fn chunk(mut part: impl Buf) -> Bytes {
    part.copy_to_bytes(part.remaining())
}

/// Whether the client takes a page where it asked for something that is not there.
pub fn wants_page(headers: &HeaderMap) -> bool {
    header(headers, &ACCEPT).contains("text/html")
}

#[cfg(test)]
mod tests {
    use warp::http::HeaderValue;

    use super::*;

    #[test]
    fn only_our_own_proxy_is_believed_and_only_its_own_word() {
        let [proxy, person, other] = [1, 2, 3].map(|last| IpAddr::from([10, 0, 0, last]));
        let mut headers = HeaderMap::new();
        assert_eq!(asker(proxy, Some(&proxy), &headers), proxy);
        headers.append("x-forwarded-for", HeaderValue::from_static("10.0.0.3, 10.0.0.2"));
        assert_eq!(asker(proxy, Some(&proxy), &headers), person);
        assert_eq!(asker(proxy, None, &headers), proxy);
        assert_eq!(asker(other, Some(&proxy), &headers), other);
        headers.append("x-forwarded-for", HeaderValue::from_static("no address"));
        assert_eq!(asker(proxy, Some(&proxy), &headers), proxy);
    }
}
