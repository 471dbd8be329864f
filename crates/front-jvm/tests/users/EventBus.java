import java.util.*;
import java.util.concurrent.*;
import java.util.function.Consumer;
public class EventBus {
    record Event(String topic, int payload) {}
    private final Map<String, List<Consumer<Event>>> subscribers = new ConcurrentHashMap<>();
    void subscribe(String topic, Consumer<Event> handler) {
        subscribers.computeIfAbsent(topic, t -> new CopyOnWriteArrayList<>()).add(handler);
    }
    void publish(Event event) {
        for (Consumer<Event> s : subscribers.getOrDefault(event.topic(), List.of())) s.accept(event);
    }
    public static void main(String[] args) throws Exception {
        EventBus bus = new EventBus();
        List<Integer> received = Collections.synchronizedList(new ArrayList<>());
        bus.subscribe("orders", e -> received.add(e.payload()));
        Thread p = new Thread(() -> bus.publish(new Event("orders", 7)));
        Thread s = new Thread(() -> bus.subscribe("orders", e -> received.add(-e.payload())));
        p.start(); s.start(); p.join(); s.join();
        bus.publish(new Event("orders", 1));
        int sum = received.stream().mapToInt(Integer::intValue).sum();
        if (sum != 7 && sum != 0) throw new AssertionError(received.toString());
    }
}
